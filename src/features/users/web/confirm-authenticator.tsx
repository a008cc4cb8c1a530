import { TextInput } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { QrSquare } from '#web/ui/qr-square.tsx'
import { confirmSecondFactor, type beginSecondFactor } from '../contract-second-factor.ts'
import { CopyBox } from './copy-box.tsx'

interface Props {
  begun: ResponseOf<typeof beginSecondFactor>
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

const inFours = (text: string) => (text.match(/.{1,4}/g) ?? []).join(' ')

/** The secret for the authenticator, as a square and as text, and its first code. */
export const ConfirmAuthenticator = ({ begun: { secret, uri, qr }, onDone, onCancel }: Props) => {
  const first = useEndpointForm(confirmSecondFactor, {
    initialValues: { code: '' },
    onSaved: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <EndpointForm of={first} save={t('Switch on')} onCancel={onCancel}>
      <section className="section form-stack" aria-label={t('Authenticator')}>
        <h2>{t('Authenticator')}</h2>
        <p>
          {t('Open the authenticator on your telephone and let it read this square. Every authenticator for codes of six digits will do.')}
        </p>
        <QrSquare rows={qr} label={t('Square for the authenticator')} />
        <p>
          {t('No camera, or the authenticator is on this telephone? Type this in, or open it:')}{' '}
          <a className="link" href={uri}>
            {t('Open in the authenticator')}
          </a>
        </p>
        <CopyBox text={inFours(secret)} />
        <TextInput
          label={t('Code')}
          description={t('The six digits that the authenticator on your telephone shows now.')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          required
          autoFocus
          {...first.form.getInputProps('code')}
        />
      </section>
    </EndpointForm>
  )
}
