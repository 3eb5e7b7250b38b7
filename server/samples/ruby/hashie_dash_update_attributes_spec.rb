require 'hashie'

class AssaySamplePerson < Hashie::Dash
  property :name, required: true
  property :role, default: 'guest'
  property :tags, default: -> { [] }
  property :greeting, default: ->(person) { "Hello, #{person.name}" }
end

RSpec.describe Hashie::Dash do
  subject(:person) { AssaySamplePerson.new(name: 'Ada') }

  it 'sets attributes' do
    person.update_attributes!(name: 'Grace', role: 'admiral')
    expect(person.name).to eq 'Grace'
    expect(person.role).to eq 'admiral'
  end

  it 'puts defaults in place of nil' do
    person.update_attributes!(role: nil, tags: nil)
    expect(person.role).to eq 'guest'
    expect(person.tags).to eq []
  end

  it 'does not share a default between objects' do
    person.update_attributes!(role: nil)
    person.role << '!'
    expect(AssaySamplePerson.new(name: 'Ada').role).to eq 'guest'
  end

  it 'hands the object to a default that asks for it' do
    person.update_attributes!(name: 'Grace', greeting: nil)
    expect(person.greeting).to eq 'Hello, Grace'
  end

  it 'insists on what is required' do
    expect { person.update_attributes!(name: nil) }.to raise_error(ArgumentError, /'name' is required/)
  end

  it 'refuses attributes that are no properties' do
    expect { person.update_attributes!(age: 36) }.to raise_error(NoMethodError, /'age' is not defined/)
  end
end
