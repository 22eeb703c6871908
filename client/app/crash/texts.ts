/** The specification's texts for a crashed app, whether or not it ever started. */
export const APP_CRASH = {
  title: 'Oops! Something went wrong',
  text: 'We apologize for the inconvenience. The application encountered an unexpected error.',
  reload: 'Reload Page',
  home: 'Go to Home',
} as const
