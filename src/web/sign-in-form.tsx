import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ApiError } from './http.ts'
import { t } from './i18n.ts'
import { toast } from './toast.tsx'

/** A failed sign-in is one toast: the first of the server's `non_field_errors`, or a plain sentence when nothing answers. */
const loginMessage = (error: unknown): string => {
  if (!(error instanceof ApiError)) return t('Something went wrong.')
  return error.status === 0 ? t('The clinic’s server does not answer. Try again in a moment.') : t(error.fields['']?.[0] ?? error.detail)
}

interface Props {
  /** Known when the same person signs in again. */
  email?: string
  signIn: (email: string, password: string) => Promise<void>
}

/** E-mail and password; nothing of them is kept. */
export const SignInForm = ({ email: known = '', signIn }: Props) => {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await signIn(email, password)
      await toast.clear()
    } catch (error) {
      toast.failed(loginMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="form-stack" onSubmit={(event) => void submit(event)}>
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
