export { Component } from '#client/modules/meetings/connection/ConnectionScreen.tsx'
