/** Why a message was not sent, in words that the outbox shows in the reader's language. */
export const reasons = {
  demo: 'A demonstration clinic sends nothing.',
  optedOut: 'The address wants no messages.',
  tooLate: 'Too late to be of use.',
  changed: 'What it was about has changed.',
  died: 'The patient has died.',
  stopped: 'Stopped by staff.',
  off: 'This way of sending is turned off.',
  interrupted: 'Given up: the program stopped in the middle of every try.',
} as const
