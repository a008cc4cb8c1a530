import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { CodeStep } from './code-step.tsx'
import { ApiError } from '../calls/http.ts'
import { t } from '../i18n.ts'
import type { Proof } from './session.ts'
import { toast } from '../messages/toast.tsx'
import { Note } from '../ui/status.tsx'

/** A failed sign-in is one toast: the first of the server's `non_field_errors`, or a plain sentence when nothing answers. */
const loginMessage = (error: unknown): string => {
  if (!(error instanceof ApiError)) return t('Something went wrong.')
  return error.status === 0 ? t('The clinic’s server is not responding. Try again in a moment.') : t(error.fields['']?.[0] ?? error.detail)
}

/** Stays over the form, unlike a toast: whoever is locked out has to know until when. */
const LockedOut = ({ minutes }: { minutes: number }) => (
  <Note tone="critical" alert>
    {t('Too many attempts to sign in. Try again in {n} min.', { n: minutes })}
  </Note>
)

interface Props {
  /** Known when the same person signs in again. */
  email?: string
  signIn: (proof: Proof) => Promise<void>
}

/** The ticket that a right password got where a code is needed as well. */
const ticketOf = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || error.code !== 'code_needed') return null
  const { ticket } = error.body
  return typeof ticket === 'string' ? ticket : null
}

/** E-mail and password, and a code for whoever signs in in two steps; nothing of them is kept. */
export const SignInForm = ({ email: known = '', signIn }: Props) => {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [ticket, setTicket] = useState<string | null>(null)
  const [wait, setWait] = useState<number | null>(null)
  const prove = async (proof: Proof) => {
    setBusy(true)
    try {
      await signIn(proof)
      await toast.clear()
    } catch (error) {
      const next = ticketOf(error)
      const minutes = error instanceof ApiError && error.status === 429 ? Math.ceil((error.retryAfter || 1) / 60) : null
      setWait(minutes)
      if (next === null && minutes === null) toast.failed(loginMessage(error))
      else await toast.clear()
      if (next !== null || (error instanceof ApiError && error.code === 'sign_in_over')) setTicket(next)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void prove({ email, password })
  }
  const lockedOut = wait !== null && <LockedOut minutes={wait} />
  if (ticket !== null)
    return (
      <div className="form-stack">
        {lockedOut}
        <CodeStep isBusy={isBusy} send={(code) => void prove({ ticket, code })} goBack={() => setTicket(null)} />
      </div>
    )
  return (
    <form className="form-stack" onSubmit={submit}>
      {lockedOut}
      <TextInput
        label={t('E-mail')}
        type="email"
        name="email"
        autoComplete="username"
        required
        data-autofocus={known === '' ? true : undefined}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        required
        data-autofocus={known === '' ? undefined : true}
        visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={isBusy} fullWidth>
        {t('Sign in')}
      </Button>
    </form>
  )
}
