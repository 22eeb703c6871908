export { Component } from '#client/modules/admin/AdminScreen.tsx'
