export { Component } from '#client/modules/meetings/meetings/CreateGrowthMeetingScreen.tsx'
