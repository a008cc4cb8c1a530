import { PasswordInput, Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query, call, download } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { beginClinicExport, listClinicExports, removeClinicExport, takeClinicExport } from '../contract.ts'
import { ImportsNav } from './imports-nav.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { dateTime, number } from '#web/text/format.ts'
import { sizeOf } from '#web/text/byte-size.ts'
import { useAction } from '#web/calls/use-action.ts'
import styles from './imports.module.css'

type Row = ResponseOf<typeof listClinicExports>[number]

const StateOf = ({ clinicExport: { state, failure, done_rows, total_rows, expires_at, missing_documents } }: { clinicExport: Row }) => {
  if (state === 'waiting') return <Status tone="waiting">{t('Queued')}</Status>
  if (state === 'failed')
    return (
      <>
        <Status tone="critical">{t('Failed')}</Status> <span className="small">{failure && t(failure.text, failure.values)}</span>
      </>
    )
  if (state === 'removed') return <Status tone="inactive">{t('Deleted')}</Status>
  if (state === 'done')
    return (
      <>
        <Status tone="done">{t('Available until {moment}', { moment: expires_at ? dateTime(expires_at) : '' })}</Status>
        {missing_documents ? <span className="small">{t('Missing documents: {count}', { count: number(missing_documents) })}</span> : null}
      </>
    )
  const share = total_rows > 0 ? Math.min(100, Math.floor((done_rows / total_rows) * 100)) : 0
  return (
    <span className="row">
      <Status tone="progress">{t('{percent} % exported', { percent: number(share) })}</Status>
      <progress max={100} value={share} aria-label={t('Exported')} />
    </span>
  )
}

const Actions = ({ clinicExport: { id, state, is_own } }: { clinicExport: Row }) => {
  const { run, isRunning } = useAction()
  if (state !== 'done') return null
  const remove = async () => {
    if (await confirm({ title: t('Delete this file now?'), action: t('Delete'), isGrave: true }))
      run(() => call(removeClinicExport, { params: { id } }))
  }
  return (
    <span className="row wrap">
      {is_own && (
        <Button size="compact-sm" loading={isRunning} onClick={() => run(() => download(takeClinicExport, { params: { id } }))}>
          {t('Download')}
        </Button>
      )}
      <Button size="compact-sm" disabled={isRunning} onClick={() => void remove()}>
        {t('Delete')}
      </Button>
    </span>
  )
}

/** The last exports, with what became of each. */
const ClinicExports = ({ exports }: { exports: readonly Row[] }) => (
  <div className="table-box" role="region" tabIndex={-1} aria-label={t('Exports of the whole clinic')}>
    <table className="k-table">
      <thead>
        <tr>
          <th scope="col">{t('Started')}</th>
          <th scope="col" className="not-phone">
            {t('By')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Rows')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Documents')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Size')}
          </th>
          <th scope="col">{t('Status')}</th>
          <th scope="col">
            <span className="only-heard">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {exports.map((one) => (
          <tr key={one.id}>
            <th scope="row" className="names num">
              {dateTime(one.created_at)}
            </th>
            <td className="not-phone">{one.created_by_name}</td>
            <td className="r num not-phone">{one.rows !== null && number(one.rows)}</td>
            <td className="r num not-phone">{one.documents !== null && number(one.documents)}</td>
            <td className="r num not-phone">{one.bytes !== null && sizeOf(one.bytes)}</td>
            <td>
              <StateOf clinicExport={one} />
            </td>
            <td className="r">
              <Actions clinicExport={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

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
    <EndpointForm form={f} save={t('Export all clinic data')} isAside>
      <FormSection
        title={t('Everything in open formats')}
        sub={t(
          'Each table as CSV, each document in its original format, and a description of both, from one moment, while users continue to work. Passwords and keys are not included.',
        )}
      >
        <PasswordInput
          label={t('Your password')}
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
      <FourStates query={exports}>
        {(found) => (
          <div className={`form-stack whole-tables roomy-tables card-rows ${styles.clinicExports}`}>
            <Note tone="attention">
              <strong>{t('Anyone with this file can read every record of every patient.')}</strong>{' '}
              {t('The file is not encrypted. It is kept on the server for one day, for you only; protect your copy like paper records.')}
            </Note>
            <Begin isBusy={isBusy} />
            {found.length === 0 ? (
              <Empty icon={IconPackageExport} title={t('No exports yet')}>
                {t('To import such a file, start Kliniki with an empty folder on the server: see the page Export of the manual.')}
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
