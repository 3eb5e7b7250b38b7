require 'httparty'

# Only helpers: nobody uses them.
RSpec.describe HTTParty::ModuleInheritableAttributes do
  let(:original) { { a: { b: 1 } } }

  def copy
    described_class.hash_deep_dup(original)
  end
end
