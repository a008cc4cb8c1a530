/** A message as a mail server or gateway gets it. */
export interface OutgoingMessage {
  /** The same for every try, so that the other side can know it again. */
  reference: string
  to: string
  subject: string
  text: string
  /** Where the person opts out, when the clinic has a public address. */
  optOutUrl: string | null
}

/** `answer` is the code by which the other side took it; `providerId` what it calls the message, when it says so. */
export interface Sent {
  providerId: string | null
  answer: string
}

export interface Sender {
  /** Hands one message over, or throws a SendFailure. Gives up by itself within two minutes. */
  send(message: OutgoingMessage): Promise<Sent>
}

/** A message was not taken. A permanent failure is not tried again; the text is plain words for staff. */
export class SendFailure extends Error {
  isPermanent: boolean

  constructor(message: string, { isPermanent }: { isPermanent: boolean }) {
    super(message)
    this.isPermanent = isPermanent
  }
}
