// What every test has: the address of the site, complaints of the browser as failures, and pictures to look at.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

const shots = join(import.meta.dirname ?? 'tests', '../results/shots');

export const test = base.extend<{ complaints: string[]; shot: (name: string) => Promise<void> }>({
  baseURL: async ({}, use) => use(process.env.ASSAY_ADDRESS),
  // Errors on the console, uncaught exceptions, and requests that failed; a test may expect some and take them out.
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        // An island whose code is not in the wasm is only a warning, and a dead page.
        if (message.type() === 'error' || /island/i.test(message.text())) complaints.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
      page.on('response', (response) => {
        if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
      });
      await use(complaints);
      expect(complaints, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
  shot: async ({ page }, use, info) => {
    await use(async (name) => {
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: join(shots, `${name}-${info.project.name}.png`), fullPage: true });
    });
  },
});

/** Nothing may stick out to the right: wide tables scroll inside their own frame. */
export async function expectNoSidewaysScroll(page: Page) {
  const size = () => ({ content: document.documentElement.scrollWidth, window: document.documentElement.clientWidth });
  const { content, window } = await page.evaluate(size);
  expect(content, `width of ${page.url()}`).toBeLessThanOrEqual(window);
}
