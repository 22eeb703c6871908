import { PASSWORD, PEOPLE } from './people.ts'

export function welcome(origin: string, { seconds, log }: { seconds: number; log: string }) {
  const width = Math.max(...PEOPLE.map(({ email }) => email.length))
  return [
    '',
    `  ${origin}`,
    '',
    `  Sign in as one of these, with the password "${PASSWORD}":`,
    ...PEOPLE.map(({ role, email }) => `    ${email.padEnd(width)}  ${role}`),
    '',
    '  Or sign up with any address: what would be sent by email appears here.',
    `  Ready after ${seconds} s. The server's log is ${log}. Ctrl-C ends everything.`,
    '',
  ].join('\n')
}
