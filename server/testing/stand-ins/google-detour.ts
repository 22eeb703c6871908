/**
 * Preloaded into a server process: redirects its connections to Google to the stand-in of another process, at the
 * port in `GOOGLE_STAND_IN_PORT`. `NODE_EXTRA_CA_CERTS` names its certificate; everything else is as in production.
 */
import { Agent } from 'node:https'

const port = Number(process.env['GOOGLE_STAND_IN_PORT'])
const connect = Agent.prototype.createConnection

Agent.prototype.createConnection = function (this: Agent, options, connected) {
  const isGoogle = options.host?.endsWith('.googleapis.com')
  return connect.call(this, isGoogle ? { ...options, host: '127.0.0.1', port } : options, connected)
}
