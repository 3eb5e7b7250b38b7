puts '{"nonce":"0","number":0,"event":"start","count":1}'
puts '{"nonce":"0","number":1,"event":"end","id":"1","name":"a","full":"a","status":"passed","message":"","millis":1}'
puts '{"nonce":"0","number":2,"event":"done","rc":0}', '1 example, 0 failures'
RSpec.describe('x') { it('fails') { expect(1).to eq 2 } }
