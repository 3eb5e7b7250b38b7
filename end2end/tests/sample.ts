// A small submission: five suites whose outcomes are plain from reading them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const samples = join(import.meta.dirname ?? 'tests', '../../server/samples');
const file = (name: string) => readFileSync(join(samples, name), 'utf8');

const suites = [
  { language: 'go', repository: 'cobra', name: 'Eq', code: file('go/cobra_eq_test.go'), outcome: 'Passed' },
  {
    language: 'go',
    repository: 'cobra',
    name: 'Gt',
    code: 'package cobra\n\nimport "testing"\n\nfunc TestGt(t *testing.T) {\n\tif Gt(1, 2) != true {\n\t\tt.Error("1 is not greater than 2")\n\t}\n}\n',
    outcome: 'Test failed',
  },
  {
    language: 'go',
    repository: 'cobra',
    name: 'ld',
    code: 'package cobra\n\nimport "testing"\n\nfunc TestLd(t *testing.T) {\n\tif ld("a", "b", false) != noSuchName {\n\t\tt.Fail()\n\t}\n}\n',
    outcome: 'Compile error',
  },
  {
    language: 'ruby',
    repository: 'httparty',
    name: 'normalize_keys',
    code: file('ruby/httparty_normalize_keys_spec.rb'),
    outcome: 'Passed',
  },
  {
    language: 'ruby',
    repository: 'hashie',
    name: 'deep_fetch',
    code: "require 'hashie'\n\nRSpec.describe Hashie::Extensions::DeepFetch do\n  it 'gives another value' do\n    hash = { a: { b: 1 } }.extend(described_class)\n    expect(hash.deep_fetch(:a, :b)).to eq 2\n  end\nend\n",
    outcome: 'Test failed',
  },
];

/** Number of suites per outcome. */
export const expected: Record<string, number> = {};
for (const { outcome } of suites) expected[outcome] = (expected[outcome] ?? 0) + 1;

export const count = suites.length;

/** The file to upload. Task ids depend on the packages in the images, so they are looked up as a vendor would. */
export async function upload(address: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const lines = [];
  for (const { language, repository, name, code } of suites) {
    const list = await fetch(`${address}/benchmarks/starter/tasks?language=${language}&repository=${repository}&q=${name}`);
    const ids = (await list.text()).match(new RegExp(`(?<=href="/tasks/)${language}-${repository}-${name}-[0-9a-f]{8}(?=")`, 'g'));
    if (new Set(ids).size !== 1) throw new Error(`${list.url} lists ${ids ?? 'no task'}, not the one expected`);
    lines.push(JSON.stringify({ task_id: ids![0], response: `Here is the suite:\n\`\`\`${language}\n${code}\`\`\`\n` }));
  }
  return { name: 'sample.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(`${lines.join('\n')}\n`) };
}
