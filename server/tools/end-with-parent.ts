import cluster from 'node:cluster'

/**
 * Preloaded into a forked server: it drains when its parent ends, even when that was killed. Its workers end with it
 * anyway, and need the channel to listen.
 */
if (cluster.isPrimary) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
