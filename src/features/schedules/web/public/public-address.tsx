import { Button } from '@mantine/core'
import { IconCopy, IconExternalLink, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { query } from '#web/calls/api.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import { listBookableServices } from '#features/schedules/contract.ts'

const SquareCode = lazy(async () => ({ default: (await import('./square-code.tsx')).SquareCode }))

const PATH = '/book-appointment'
const isThisMachine = () => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address)
    toast.done(t('The address is copied.'))
  } catch {
    toast.failed(t('The browser does not let this page copy. Select the address and copy it.'))
  }
}

/** Where the public books: the address, and a sheet with its square code for the door. Printing the page prints the sheet. */
export const PublicAddress = ({ isOpen }: { isOpen: boolean }) => {
  const clinic = useClinic()
  const address = `${location.origin}${PATH}`
  const services = useQuery(query(listBookableServices, { query: { is_public: 'true' } }))
  return (
    <section className="section public-address" aria-label={t('The page’s address')}>
      <h2 className="no-print">{t('The page’s address')}</h2>
      <div className="form-stack no-print">
        <a className="link address" href={PATH} target="_blank" rel="noreferrer">
          {address} <IconExternalLink size={14} aria-hidden />
        </a>
        {!isOpen && <Note tone="attention">{t('Closed: the page tells people to call the clinic.')}</Note>}
        {isOpen && services.data?.length === 0 && (
          <Note tone="attention">
            {t('No service is public yet, so the page tells people that booking is closed. Choose some under “What can be booked”.')}
          </Note>
        )}
        {isThisMachine() && (
          <Note tone="attention">
            {t('This address works on this machine alone. Open Kliniki by the clinic’s own address before you copy or print.')}
          </Note>
        )}
        <div className="row wrap">
          <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy(address)}>
            {t('Copy')}
          </Button>
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('Print for the door')}
          </Button>
        </div>
      </div>
      <figure className="door-sheet" aria-label={t('Sheet for the door')}>
        <figcaption>
          <b>{clinic?.name}</b>
          <span>{t('Book an appointment')}</span>
        </figcaption>
        <Suspense fallback={<div className="skeleton square-code" />}>
          <SquareCode text={address} />
        </Suspense>
        <span className="address num">{address}</span>
      </figure>
    </section>
  )
}
