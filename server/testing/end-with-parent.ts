import cluster from 'node:cluster'

/**
 * Preloaded into a forked server: it drains when its parent is gone, even when that one was killed. Its workers end with it
 * anyway, and need the channel to listen.
 */
if (cluster.isPrimary) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
