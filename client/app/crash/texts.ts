/** The specification's words for an app that is down, whether or not it ever came up. */
export const APP_CRASH = {
  title: 'Oops! Something went wrong',
  text: 'We apologize for the inconvenience. The application encountered an unexpected error.',
  reload: 'Reload Page',
} as const
