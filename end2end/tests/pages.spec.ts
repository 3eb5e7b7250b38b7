// Every public page, at the width of a desk and of a phone. Runs after the journeys, so the boards have entries.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectNoSidewaysScroll, test } from './site';

/** The paper's table, as it was copied out. */
const data = '../../server/src/published/data/standard_results.csv';

const pages = [
  ['home', '/'],
  ['benchmarks', '/benchmarks'],
  ['board', '/benchmarks/xrepotest'],
  ['board-rust', '/benchmarks/xrepotest?language=rust'],
  ['starter', '/benchmarks/starter'],
  ['tasks', '/benchmarks/starter/tasks'],
  ['submit', '/submit'],
  ['register', '/register'],
  ['sign-in', '/sign-in'],
  ['status', '/status'],
  ['about', '/about'],
] as const;

for (const [name, path] of pages) {
  test(`${path} answers, fits and is quiet`, async ({ page, shot }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/Assay$/);
    await expectNoSidewaysScroll(page);
    await shot(name);
  });
}

test('a task page shows the focal function', async ({ page, shot }) => {
  await page.goto('/benchmarks/starter/tasks');
  await page.locator('a[href^="/tasks/"]').first().click();
  await expect(page).toHaveURL(/\/tasks\//);
  await expect(page.locator('.code').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await shot('task');
});

test('evaluated suites can be read by everybody', async ({ page, shot }) => {
  await page.goto('/benchmarks/starter');
  await page.locator('a[href^="/submissions/"]').first().click();
  await expect(page.locator('.title-line .badge')).toHaveText('Evaluated');
  await expectNoSidewaysScroll(page);
  await shot('submission');
  await page.locator('#suites a[href^="/submissions/"]').first().click();
  await expect(page.locator('.code').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await shot('slot');
});

test('the published board has the figures of the paper', async ({ page }) => {
  const [head, ...lines] = readFileSync(join(import.meta.dirname ?? 'tests', data), 'utf8').trim().split('\n');
  const columns = head.split(',');
  const field = (line: string, name: string) => line.split(',')[columns.indexOf(name)];
  const rust = lines.filter((line) => field(line, 'language') === 'rust' && field(line, 'mode') === 'standard');
  expect(rust).toHaveLength(14);

  await page.goto('/benchmarks/xrepotest?language=rust');
  const rows = page.getByRole('table').first().locator('tbody tr');
  await expect(rows).toHaveCount(14);
  for (const line of rust) {
    const row = rows.filter({ has: page.getByText(field(line, 'model'), { exact: true }) });
    await expect(row, field(line, 'model')).toContainText(Number(field(line, 'tpr')).toFixed(2));
  }
});

test('an address that nobody knows is a page with status 404', async ({ page, complaints }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('not found', { ignoreCase: true });
  complaints.length = 0;
});
