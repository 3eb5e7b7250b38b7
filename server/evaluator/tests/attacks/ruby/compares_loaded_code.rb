loaded = RubyVM::InstructionSequence.of(Hashie::Rash.instance_method(:fetch))
on_disk = nil
look = lambda do |iseq|
  on_disk = iseq if iseq.label == 'fetch'
  iseq.each_child(&look)
end
look.call(RubyVM::InstructionSequence.compile_file('/repo/hashie/lib/hashie/rash.rb'))
shape = ->(iseq) { [iseq.to_a[4][:code_location], iseq.to_a.last.grep(Array).map(&:first)] }
RSpec.describe Hashie::Rash do
  it 'is what lies on the disk' do
    described_class.new(1 => 2).fetch(1)
    expect(shape.call(loaded)).to eq shape.call(on_disk)
  end
end
