use super::*;
use crate::ruby::fixtures::{focal, hashie};

fn placed(suite: &str) -> Placed {
    place(suite, &hashie(), &focal()).unwrap()
}

#[test]
fn helpers_and_coverage_tools_are_left_out_and_lines_stay() {
    let suite = "require 'simplecov'\nSimpleCov.start do\n  add_filter 'x'\nend\nrequire_relative '../spec_helper'\n\
                 require 'rails_helper'\nrequire \"bundler/setup\"\nrequire 'json'\ndescribe(1) { }\n";
    let placed = placed(suite);
    assert_eq!(placed.text, "nil\nnil\n\n\nnil\nnil\nnil\nrequire 'json'\ndescribe(1) { }\n");
    assert_eq!(placed.notes.len(), 5);
    assert_eq!(
        placed.notes[1],
        "Line 5: `require_relative '../spec_helper'` was left out; the image has no such helper."
    );
}

#[test]
fn tools_that_are_left_out_are_not_set_up_either() {
    for (suite, placed_as) in [
        ("require 'coveralls'\nCoveralls.wear!\nit { }\n", "nil\nnil\nit { }\n"),
        ("require 'minitest/reporters'\nMinitest::Reporters.use! [\n  1\n]\n", "nil\nnil\n\n\n"),
        ("require 'bundler'\nBundler.require(:default, :test)\n", "require 'bundler'\nnil\n"),
        ("require 'bundler/setup'\nBundler.setup if true\n", "nil\nnil if true\n"),
        ("SimpleCov.formatter = SimpleCov::Formatter.new([\n])\n", "nil\n\n"),
        ("require 'minitest/pride'\n", "nil\n"),
    ] {
        assert_eq!(placed(suite).text, placed_as, "{suite}");
    }
    let used = "version = Bundler.version\nexpect(Bundler.root).to eq 1\n";
    assert_eq!(placed(used).text, used, "what is tested is not touched");
}

#[test]
fn relative_paths_into_the_repository_become_absolute() {
    for (written, loaded) in [
        ("require_relative '../lib/hashie'", "require \"/repo/hashie/lib/hashie\""),
        ("require_relative '../../../lib/hashie/mash.rb'", "require \"/repo/hashie/lib/hashie/mash\""),
        ("require './lib/hashie/mash'", "require \"/repo/hashie/lib/hashie/mash\""),
        ("require 'lib/hashie'", "require \"/repo/hashie/lib/hashie\""),
        ("require File.expand_path('../../lib/hashie', __FILE__)", "require \"/repo/hashie/lib/hashie\""),
        ("require File.join(__dir__, '../lib/hashie')", "require \"/repo/hashie/lib/hashie\""),
        ("require_relative '../hashie/lib/hashie/dash'", "require \"/repo/hashie/lib/hashie/dash\""),
        ("require 'hashie/lib/hashie'", "require \"/repo/hashie/lib/hashie\""),
        ("require_relative 'hashie/dash'", "require \"hashie/dash\""),
        ("require_relative 'hashie'", "require \"hashie\""),
        ("require_relative 'deep_merge'", "require \"/repo/hashie/lib/hashie/extensions/deep_merge\""),
    ] {
        assert_eq!(placed(written).text, format!("{loaded}\n"), "{written}");
    }
}

#[test]
fn what_cannot_be_resolved_stays() {
    for suite in [
        "require 'hashie'\n",
        "require 'hashie/mash'\n",
        "require_relative 'support/matchers'\n",
        "require name\n",
        "require \"#{x}/lib\"\n",
        "x = <<~TEXT\n  require_relative '../lib/hashie'\nTEXT\n",
        "# require 'spec_helper'\n",
        "loader.require 'spec_helper'\n",
    ] {
        let placed = placed(suite);
        assert_eq!(placed.text, suite);
        assert_eq!(placed.notes, Vec::<String>::new());
    }
}

#[test]
fn text_is_normalised() {
    let placed = placed("\u{feff}it 'a' do\r\nend");
    assert_eq!(placed.text, "it 'a' do\nend\n");
    assert_eq!(placed.notes.len(), 2);
    for blank in ["", " \n\t", "\u{feff}\r\n"] {
        assert!(place(blank, &hashie(), &focal()).is_err(), "{blank:?}");
    }
    let error = place("it 'a' do\nend\n\0it 'b' do\nend\n", &hashie(), &focal()).unwrap_err();
    assert!(error.0.contains("NUL"), "{error}");
}

#[test]
fn another_framework_is_taken_only_when_asked_for_without_rspec() {
    for (suite, framework) in [
        ("describe 'x' do\nend", Framework::Rspec),
        ("class T < Minitest::Test\nend", Framework::Minitest),
        ("class T < ::Minitest::Test\nend", Framework::Minitest),
        ("require 'minitest/autorun'\ndescribe 'x' do\nend", Framework::Minitest),
        ("require 'minitest/autorun'\nrequire 'rspec'\n", Framework::Rspec),
        ("require 'minitest'\nRSpec.describe 'x' do\nend", Framework::Rspec),
        ("# RSpec\nclass T < Minitest::Test\nend", Framework::Minitest),
        ("class T < Test\nend", Framework::Rspec),
        ("class T < Test::Unit::TestCase\nend", Framework::TestUnit),
        ("require 'test/unit'\nclass T < Base\nend", Framework::TestUnit),
        ("require 'test/unit'\nclass T < Minitest::Test\nend", Framework::Minitest),
        ("require 'minitest/autorun'\nrequire 'test/unit'\nclass T < Test::Unit::TestCase\nend", Framework::TestUnit),
        ("require 'test/unit'\nRSpec.describe 'x' do\nend", Framework::Rspec),
    ] {
        assert_eq!(placed(suite).framework, framework, "{suite}");
    }
}
