RSpec.describe('x') do
  it 'has no channel for its children' do
    expect(system("echo '{}' >&3", err: File::NULL)).to be false
  end
end
