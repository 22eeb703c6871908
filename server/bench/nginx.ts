import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import { freePort } from '#server/tools/server-process.ts'

/** One nginx process that serves copies of `files`, precompressed. Undefined when nginx is not installed. */
export async function startNginx(root: string, files: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'))
  for (const file of files) {
    await cp(join(root, file), join(folder, file), { recursive: true })
    await writeFile(join(folder, `${file}.gz`), gzipSync(await readFile(join(root, file)), { level: 9 }))
  }
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const started = await Promise.race([
    once(child, 'error').then(() => false),
    once(child, 'exit').then(() => false),
    untilAnswering(port).then(() => true),
  ])
  const stop = async () => {
    child.kill()
    await rm(folder, { recursive: true })
  }
  if (started) return { port, stop }
  await stop()
  return undefined
}

async function untilAnswering(port: number) {
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) await wait(50)
}

/** Configuration for static files, on one core like our server. */
const configuration = (folder: string, port: number) => `
daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  types { text/html html; text/javascript js; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=100;
  keepalive_requests 1000000;
  gzip_static on;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`
