import { defineConfig } from '@playwright/test';

const pages = /pages\.spec\.ts/;
const journey = /journey\.spec\.ts/;

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results/traces',
  globalSetup: './server.ts',
  // Nothing is tried twice: a test that fails now and then points at something that fails now and then.
  retries: 0,
  forbidOnly: true,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.ASSAY_CHROMIUM || '/usr/bin/chromium',
      args: [
        // The sandbox of Chromium needs user namespaces, which root in a container often does not have.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'script', testMatch: journey, use: { viewport: { width: 1280, height: 900 } } },
    { name: 'plain', testMatch: journey, use: { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false } },
    { name: 'desktop', testMatch: pages, use: { viewport: { width: 1280, height: 900 } }, dependencies: ['script', 'plain'] },
    {
      name: 'phone',
      testMatch: pages,
      use: { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true },
      dependencies: ['script', 'plain'],
    },
  ],
});
