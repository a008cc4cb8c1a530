import { PasswordInput } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { beginClinicExport, listClinicExports } from '../contract-clinic.ts'
import { ClinicExports } from './clinic-exports.tsx'
import { ImportsNav } from './imports-nav.tsx'
import './imports.css'

/** Asks for the password, as the file is the whole clinic. */
const Begin = ({ isBusy }: { isBusy: boolean }) => {
  const f = useEndpointForm(beginClinicExport, {
    initialValues: { password: '' },
    toBody: (values) => values,
    onSaved: () => {
      f.form.reset()
      void queryClient.invalidateQueries()
    },
  })
  return (
    <EndpointForm of={f} save={t('Export the whole clinic')} isAside>
      <FormSection
        title={t('Everything in open formats')}
        sub={t(
          'Each table as CSV, each document as it was sent, and a description of both, as of one moment, while people go on working. Passwords and keys are left out.',
        )}
      >
        <PasswordInput
          label={t('Your own password')}
          autoComplete="current-password"
          required
          disabled={isBusy}
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
          {...f.form.getInputProps('password')}
        />
      </FormSection>
    </EndpointForm>
  )
}

/** The whole clinic as one file that other programs read, and another Kliniki takes in. */
export const ClinicPage = () => {
  const exports = useQuery(query(listClinicExports, { query: {} }))
  const isBusy = exports.data?.some(({ state }) => state === 'waiting' || state === 'running') ?? false
  return (
    <Page title={t('Import and export')} sub={t('The whole clinic as one file')}>
      <ImportsNav />
      <FourStates of={exports}>
        {(found) => (
          <div className="form-stack clinic-exports">
            <Note tone="attention">
              <strong>{t('Whoever has this file can read every record of every patient.')}</strong>{' '}
              {t(
                'It is not encrypted. It is kept on the server for a day and only for you; keep your copy as you would keep the paper records.',
              )}
            </Note>
            <Begin isBusy={isBusy} />
            {found.length === 0 ? (
              <Empty icon={IconPackageExport} title={t('The clinic was not exported yet')}>
                {t('To take such a file in, start Kliniki with an empty folder on the server: the page Export of the manual says how.')}
              </Empty>
            ) : (
              <ClinicExports exports={found} />
            )}
          </div>
        )}
      </FourStates>
    </Page>
  )
}
