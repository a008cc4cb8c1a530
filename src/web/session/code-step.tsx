import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { t } from '../i18n.ts'

interface Props {
  isBusy: boolean
  send: (code: string) => void
  goBack: () => void
}

/** The second step of a sign-in: six digits, which are sent as soon as they are there, or a recovery code. */
export const CodeStep = ({ isBusy, send, goBack }: Props) => {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) send(code)
  }
  const type = (typed: string) => {
    setCode(typed)
    if (!isRecovery && !isBusy && /^\d{6}$/.test(typed.replaceAll(/\s/g, ''))) send(typed)
  }
  const change = () => {
    setRecovery(!isRecovery)
    setCode('')
  }
  return (
    <form className="form-stack" onSubmit={submit}>
      <TextInput
        key={String(isRecovery)}
        label={isRecovery ? t('Recovery code') : t('Code')}
        description={
          isRecovery
            ? t('One of the ten recovery codes that you saved when you set up two-factor authentication. Each works once.')
            : t('The six-digit code now shown in the authenticator app on your phone.')
        }
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
        autoFocus
        data-autofocus
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={isBusy} fullWidth>
        {t('Sign in')}
      </Button>
      <div className="row wrap">
        <Button className="grow" onClick={change}>
          {isRecovery ? t('Use authenticator app') : t('Use a recovery code')}
        </Button>
        <Button onClick={goBack}>{t('Back')}</Button>
      </div>
    </form>
  )
}
