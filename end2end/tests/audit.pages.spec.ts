// No page has a fault that axe calls serious or critical, in light and in dark.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from './site';

// Run through the debugger, because the content policy of the pages lets no foreign script in.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const pages = [
  '/',
  '/?language=go',
  '/benchmarks',
  '/benchmarks/xrepotest/failure-modes?language=rust',
  '/benchmarks/xrepotest/context',
  '/benchmarks/xrepotest/metrics',
  '/benchmarks/xrepotest/workflows',
  '/benchmarks/swepatchtest',
  '/benchmarks/multi-swt-bench',
  '/models/GPT-5.2',
  '/compare',
  '/benchmarks/starter/tasks',
  '/submit',
  '/register',
  '/sign-in',
  '/status',
  '/about',
];

type Violation = { id: string; impact: string | null; help: string; nodes: { target: unknown[] }[] };

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${scheme}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme: scheme });
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(path);
      for (const summary of await page.locator('details.disclosure > summary').all()) await summary.click();
      await page.evaluate(axe);
      // @ts-expect-error: axe is there since the line above.
      const violations: Violation[] = await page.evaluate(async () => (await axe.run()).violations);
      for (const { id, impact, help, nodes } of violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')) {
        found.push(`${path}: ${impact} ${id}: ${help}: ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')}`);
      }
    }
    expect(found).toEqual([]);
  });
}
