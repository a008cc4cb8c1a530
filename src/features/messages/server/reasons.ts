/** Why a message was not sent, in words that the outbox shows in the reader's language. */
export const reasons = {
  demo: 'Messages are not sent in a demonstration clinic.',
  optedOut: 'The recipient has opted out.',
  tooLate: 'Too late to send.',
  changed: 'Its subject has changed since.',
  died: 'The patient has died.',
  stopped: 'Stopped by staff.',
  off: 'This channel is turned off.',
  interrupted: 'Not sent: the system stopped during every attempt.',
} as const
