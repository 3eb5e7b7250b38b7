RSpec.describe Hashie::Rash do
  10_000.times do |n|
    it("passes #{n}") { expect(described_class.new(n => 1).fetch(n)).to eq 1 }
  end
end
