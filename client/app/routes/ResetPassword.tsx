export { Component } from '#client/modules/accounts/sign-in/ResetPasswordScreen.tsx'
