export { Component } from '#client/modules/community/about/AboutScreen.tsx'
