// The whole way of a vendor: register, upload, queue, watch, see the row on the board. Runs once with JavaScript and
// once without; the two differ only in who renews the page.

import { count, expected, upload } from './sample';
import { expect, test } from './site';

test('a vendor uploads suites and sees them on the board', async ({ page, shot, baseURL, javaScriptEnabled }, info) => {
  test.setTimeout(300_000);
  const model = `Sample model (${info.project.name})`;

  await page.goto('/register');
  await page.getByLabel('Name').fill('Example Lab');
  await page.getByLabel('E-mail address').fill(`${info.project.name}@example.org`);
  await page.getByLabel('Password').fill('correct horse battery staple');
  await shot('register');
  await page.getByRole('button', { name: 'Make the account' }).click();
  await expect(page).toHaveURL(/\/submit$/);

  await page.getByLabel('Benchmark').selectOption('starter');
  await page.getByLabel('Model').fill(model);
  await page.getByLabel('Context mode').selectOption('standard');
  await page.getByLabel('File').setInputFiles(await upload(baseURL!));
  await shot('submit');
  await page.getByRole('button', { name: 'Check the file' }).click();

  await expect(page).toHaveURL(/\/submissions\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: model })).toBeVisible();
  await shot('checked');
  const submission = page.url();
  const polled = javaScriptEnabled ? page.waitForResponse(/progress/, { timeout: 60_000 }) : null;
  await page.getByRole('button', { name: `Queue ${count} suites` }).click();
  await expect(page).toHaveURL(submission);

  const state = page.locator('.title-line .badge');
  await expect(state).toHaveText(/^(Queued|Running|Evaluated)$/);
  await shot('running');
  if (polled) {
    // The island asks by itself, and at the end the page shows the scores without anybody touching it.
    expect((await polled).ok()).toBe(true);
    await expect(state).toHaveText('Evaluated', { timeout: 240_000 });
  } else {
    await expect(async () => {
      await page.reload();
      await expect(state).toHaveText('Evaluated', { timeout: 1_000 });
    }).toPass({ timeout: 240_000, intervals: [2_000] });
  }
  await shot('evaluated');

  for (const [outcome, n] of Object.entries(expected)) {
    const cell = page.locator('.outcome-grid > div').filter({ has: page.locator('dt', { hasText: outcome }) });
    await expect(cell.locator('dd'), outcome).toHaveText(String(n));
  }

  await page.getByRole('link', { name: 'See it on the board' }).click();
  await expect(page).toHaveURL(/\/benchmarks\/starter/);
  const row = page.getByRole('row').filter({ hasText: model });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Verified');
  await shot('board-with-entry');
});

test('a file that cannot be used is refused line by line, and nothing is stored', async ({ page, complaints, shot }, info) => {
  await page.goto('/register');
  await page.getByLabel('Name').fill('Example Lab');
  await page.getByLabel('E-mail address').fill(`refused-${info.project.name}@example.org`);
  await page.getByLabel('Password').fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Make the account' }).click();

  await page.getByLabel('Model').fill('Broken file');
  const lines = ['{"task_id": "go-no-such-task", "response": "x"}', 'this is not JSON'];
  await page.getByLabel('File').setInputFiles({ name: 'broken.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines.join('\n')) });
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Check the file' }).click();
  expect((await answer).status()).toBe(422);

  const problems = page.getByRole('region', { name: 'Errors and warnings by line' });
  await expect(problems.getByRole('row').filter({ hasText: 'go-no-such-task' })).toContainText('1');
  await expect(problems.getByRole('rowheader', { name: '2', exact: true })).toBeVisible();
  await expect(page.getByLabel('Model')).toHaveValue('Broken file');
  await shot('refused');
  await page.goto('/submissions');
  await expect(page.getByText('Broken file')).toHaveCount(0);
  // The browser reports the refusal itself as an error, which it is.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('422') && !text.endsWith('/submissions')));
});
