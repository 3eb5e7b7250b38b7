// Pages over the published data, model pages, comparison and files. All of it works without a script, so scripts are off.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectNoSidewaysScroll, test } from './site';

test.use({ javaScriptEnabled: false });

const data = (name: string) => readFileSync(join(import.meta.dirname ?? 'tests', '../../server/src/published/data', name), 'utf8');

/** Address, and how many charts there are. */
const pages = [
  ['failure-modes', '/benchmarks/xrepotest/failure-modes', 2],
  ['failure-modes-rust', '/benchmarks/xrepotest/failure-modes?language=rust', 3],
  ['context', '/benchmarks/xrepotest/context', 3],
  ['context-go-ir', '/benchmarks/xrepotest/context?language=go&metric=ir', 3],
  ['metrics', '/benchmarks/xrepotest/metrics', 5],
  ['workflows', '/benchmarks/xrepotest/workflows', 4],
  ['model', '/models/GPT-5.2', 2],
  ['swepatchtest', '/benchmarks/swepatchtest', 1],
  ['multi-swt-bench', '/benchmarks/multi-swt-bench', 2],
  ['clover', '/benchmarks/clover', 1],
] as const;

for (const [name, path, charts] of pages) {
  test(`${path} draws its charts`, async ({ page, shot }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
    const figures = page.locator('figure.figure');
    await expect(figures).toHaveCount(charts);
    for (const figure of await figures.all()) {
      // One of the two drawings, with a name; a sentence; the numbers; the source.
      await expect(figure.locator('svg.chart:visible')).toHaveCount(1);
      await expect(figure.getByRole('img')).toHaveAccessibleName(/\w/);
      await expect(figure.locator('figcaption')).toContainText(/\w+ .+\./);
      await expect(figure.locator('.note')).toContainText('Source: ');
      await figure.locator('summary').click();
      await expect(figure.locator('tbody tr').first()).toBeVisible();
    }
    await expectNoSidewaysScroll(page);
    await shot(name);
  });
}

test('failure modes have the figures of the paper', async ({ page }) => {
  await page.goto('/benchmarks/xrepotest/failure-modes');
  const table = page.locator('#failure-modes');
  await table.locator('summary').click();
  for (const line of data('failure_modes_aggregate.csv').trim().split('\n').slice(1)) {
    const percent = Number(line.split(',')[3]).toFixed(2);
    await expect(table.getByRole('cell', { name: percent, exact: true }).first(), line).toBeVisible();
  }
});

test('entries are ticked on the board and compared', async ({ page, shot }) => {
  await page.goto('/');
  await page.getByLabel('Compare GPT-5.2, published').check();
  await page.getByLabel('Compare Claude 4.5 Sonnet, published').check();
  await page.getByRole('button', { name: 'Compare ticked' }).click();
  await expect(page).toHaveURL(/\/compare\?entries=[0-9a-f-]{36}&entries=[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'No paired test' })).toBeVisible();
  await expect(page.locator('#compare-tpr figcaption')).toContainText('ahead in Ruby');
  await expectNoSidewaysScroll(page);
  await shot('compare');
});

test('a view is taken away as files', async ({ page, request, baseURL }) => {
  await page.goto('/benchmarks/xrepotest?language=go');
  for (const [name, type] of [['CSV', 'text/csv'], ['JSON', 'application/json'], ['LaTeX', 'latex'], ['BibTeX', 'bibtex']]) {
    const href = await page.locator('#cite').getByRole('link', { name, exact: true }).getAttribute('href');
    const file = await request.get(baseURL + href!);
    expect(file.headers()['content-type'], name).toContain(type);
    expect((await file.text()).length, name).toBeGreaterThan(100);
  }
  const href = await page.locator('figure').first().getByRole('link', { name: 'dark' }).getAttribute('href');
  const svg = await request.get(baseURL + href!);
  expect(svg.headers()['content-type']).toBe('image/svg+xml');
  const again = await request.get(baseURL + href!, { headers: { 'If-None-Match': svg.headers()['etag'] } });
  expect(again.status()).toBe(304);
});
