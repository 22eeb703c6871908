import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { adviceFor, EXITS_WITHIN_SECONDS, read, ROOT, unread } from './deployment.ts'

interface Compose {
  services: Record<
    string,
    {
      environment?: Record<string, string>
      volumes?: (string | { target: string })[]
      read_only?: boolean
      cap_drop?: string[]
      security_opt?: string[]
      stop_grace_period?: string
      logging?: { options: Record<string, string> }
      networks: string[]
      secrets?: string[]
    }
  >
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>
  volumes: Record<string, null>
  secrets?: Record<string, { file: string }>
}
const composed = (path: string) => parse(read(path)) as Compose

describe.each([
  ['docker-compose.yml', 'replica'],
  ['server/deploy/one-machine/compose.yaml', 'server'],
])('%s', (path, name) => {
  const file = composed(path)
  const server = file.services[name]!

  test('a deployment sets only variables that the server reads', () => {
    expect(Object.keys(server.environment!).length).toBeGreaterThan(5)
    expect(unread(Object.keys(server.environment!))).toEqual([])
  })

  test('a deployment drops all privileges of the server, and gives it time to shut down', () => {
    expect(server).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(parseInt(server.stop_grace_period!)).toBeGreaterThan(EXITS_WITHIN_SECONDS)
  })

  test('a deployment trusts its own network, and uses only volumes that it declares', () => {
    const [network] = server.networks
    expect(server.environment!['TRUST_PROXY']).toBe(file.networks[network!]!.ipam.config[0]!.subnet)
    const named = Object.values(file.services)
      .flatMap(({ volumes = [] }) => volumes)
      .flatMap((volume) => (typeof volume === 'string' ? (/^([a-z][^:]*):/.exec(volume)?.[1] ?? []) : []))
    expect(Object.keys(file.volumes)).toEqual(expect.arrayContaining(named))
  })
})

describe('on one machine', () => {
  const folder = 'server/deploy/one-machine'
  const { services, secrets } = composed(`${folder}/compose.yaml`)
  const { server, caddy } = services
  const caddyfile = read(`${folder}/Caddyfile`)

  test('the environment is valid without advice once the operator has filled it in', () => {
    const filledIn = {
      ...parseEnv(read('.env.example')),
      FIREBASE_API_KEY: 'key',
      FIREBASE_AUTH_DOMAIN: 'guildhall.firebaseapp.com',
      FIREBASE_PROJECT_ID: 'guildhall',
      FIREBASE_APP_ID: '1:2:web:3',
      SERVER_SECRET: '0123456789abcdefghijklmnopqrstuv',
      ADMIN_EMAILS: 'ada@guildhall.example',
      SMTP_URL: 'smtps://user:secret@mail.example',
      MAIL_FROM: 'hello@guildhall.example',
      BACKUP_KEY: 'k'.repeat(32),
      RELEASE: '1.4.0',
    }
    expect(adviceFor({ ...filledIn, ...server!.environment })).toEqual([])
  })

  test('all folders that the server writes are mounted', () => {
    const mounted = server!.volumes!.map((volume) =>
      typeof volume === 'string' ? volume.split(':')[1]! : volume.target,
    )
    const { DATA_DIR, BACKUP_DIR, SOURCE_MAPS_DIR } = server!.environment!
    expect(mounted).toEqual([DATA_DIR, BACKUP_DIR])
    expect(SOURCE_MAPS_DIR!.startsWith(`${DATA_DIR}/`)).toBe(true)
    expect(server!.secrets!.map((name) => `/run/secrets/${name}`)).toEqual([
      server!.environment!['GOOGLE_APPLICATION_CREDENTIALS'],
    ])
    expect(Object.keys(secrets!)).toEqual(server!.secrets)
  })

  test('Caddy can open its file and reach the server, and waits longer than a restart takes', () => {
    expect(existsSync(join(ROOT, folder, 'Caddyfile'))).toBe(true)
    expect(caddy!.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro')
    expect(caddyfile).toContain(`reverse_proxy server:${server!.environment!['PORT']} {`)
    const [, wait] = /lb_try_duration (\d+)s/.exec(caddyfile) ?? []
    expect(Number(wait)).toBeGreaterThan(parseInt(server!.stop_grace_period!))
    const variables = [...caddyfile.matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name]) => name)
    expect(variables).toEqual(Object.keys(caddy!.environment!))
  })

  test('Caddy compresses only JSON, because compression would delay the stream', () => {
    const [, content] = /encode gzip \{[^}]*match \{\s*([^}]*?)\s*\}/.exec(caddyfile) ?? []
    expect(content).toBe('header Content-Type application/json*')
  })

  test('every log is rotated', () => {
    for (const { logging } of Object.values(services)) {
      expect(logging?.options).toMatchObject({ 'max-size': '50m', 'max-file': '20' })
    }
  })
})
