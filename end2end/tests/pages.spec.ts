// Every public page, at the width of a desk and of a phone. Runs after the journeys, so the boards have entries.

import { expect, expectNoSidewaysScroll, test } from './site';

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
  await page.goto('/benchmarks/xrepotest');
  const entries = page.locator('table.board tbody tr');
  await expect(entries).toHaveCount(14);
  // Table A.4: TPR of GPT-5.2 in Rust, Julia, Go, Ruby and PHP.
  const entry = entries.filter({ hasText: 'GPT-5.2' });
  await expect(entry).toHaveCount(1);
  await expect(entry.locator('td.lang')).toHaveText(['12.24', '16.52', '25.78', '25.78', '10.06']);
});

test('an address that nobody knows is a page with status 404', async ({ page, complaints }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('not found', { ignoreCase: true });
  complaints.length = 0;
});
