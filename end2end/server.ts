// Starts `assay serve` with data of its own before the tests and stops it, by its id, after them.

import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const here = import.meta.dirname ?? resolve('.');
const root = resolve(here, '..');
const results = join(here, 'results');

/** A port of the loopback interface that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

const ended = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

async function until(what: string, seconds: number, server: ChildProcess, log: string, ready: () => Promise<boolean>) {
  const end = Date.now() + seconds * 1000;
  while (!(await ready().catch(() => false))) {
    if (ended(server) || Date.now() > end) {
      const reason = ended(server) ? `the server ended with ${server.exitCode ?? server.signalCode}` : `${seconds} s were not enough`;
      throw new Error(`waiting until ${what}: ${reason}\n${readFileSync(log, 'utf8').slice(-4000)}`);
    }
    await new Promise((done) => setTimeout(done, 250));
  }
}

export default async function start(): Promise<() => Promise<void>> {
  mkdirSync(results, { recursive: true });
  const data = mkdtempSync(join(tmpdir(), 'assay-end2end-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const log = join(results, 'server.log');
  const out = createWriteStream(log);
  await new Promise((done) => out.once('open', done));
  const { DATABASE_URL: _, ...env } = process.env;
  const binary = process.env.ASSAY_BINARY || join(root, 'target/debug/assay');
  const site = process.env.ASSAY_SITE || join(root, 'target/site');
  const server = spawn(binary, ['serve', '--listen', `127.0.0.1:${port}`, '--data', data, '--site', site], {
    cwd: root,
    env,
    stdio: ['ignore', out, out],
  });
  const stop = async () => {
    if (!ended(server)) {
      const gone = new Promise((done) => server.once('exit', done));
      server.kill('SIGTERM');
      const late = setTimeout(() => server.kill('SIGKILL'), 30_000);
      await gone;
      clearTimeout(late);
    }
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await until('the site answers', 30, server, log, async () => (await fetch(`${address}/healthz`)).ok);
    // The tasks are read from the images on the first start.
    // Every mutant of every task is built once.
    await until('the starter benchmark has tasks', 1500, server, log, async () => {
      const page = await fetch(`${address}/benchmarks/starter/tasks`);
      return page.ok && (await page.text()).includes('href="/tasks/');
    });
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.ASSAY_ADDRESS = address;
  return stop;
}
