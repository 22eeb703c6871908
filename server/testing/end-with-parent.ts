/** Preloaded into a forked server: it drains when its parent is gone, even when that one was killed. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
