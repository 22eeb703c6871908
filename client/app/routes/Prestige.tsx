export { Component } from '#client/modules/prestige/PrestigeScreen.tsx'
