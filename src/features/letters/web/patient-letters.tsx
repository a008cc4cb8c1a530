import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { download, pages } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { listLetters, printLetter } from '../contract.ts'
import { WriteLetter } from './write-letter-panel.tsx'

const open = (id: number) => void download(printLetter, { params: { id } }, { open: true }).catch(toast.failed)

/** The letters about a patient, as they were signed; a click prints one again. */
export const PatientLetters = ({ patient }: { patient: { id: number } }) => (
  <>
    <div className="row">
      <span className="grow" />
      <WriteLetter patient={patient.id} visit={null} />
    </div>
    <DataTable
      label={t('Letters')}
      rows={usePages(pages(listLetters, { query: { patient: patient.id } }))}
      rowKey={({ id }) => id}
      onOpen={({ id }) => open(id)}
      columns={[
        { key: 'title', title: t('Letter'), render: ({ title }) => <span className="strong">{title}</span> },
        { key: 'number', title: t('Number'), width: 130, render: ({ number }) => <span className="num">{number}</span> },
        { key: 'at', title: t('Signed'), width: 160, render: ({ signed_at }) => dateTime(signed_at) },
        { key: 'by', title: t('By'), hideOnPhone: true, render: ({ signed_by_name }) => signed_by_name },
        {
          key: 'print',
          title: t('Print'),
          isTitleHidden: true,
          width: 110,
          hideOnPhone: true,
          render: ({ id }) => (
            <Button
              size="compact-sm"
              onClick={(event) => {
                event.stopPropagation()
                open(id)
              }}
            >
              {t('Print')}
            </Button>
          ),
        },
      ]}
      empty={
        <Empty icon={IconMail} title={t('No letters yet')}>
          {t('Signed sick notes, certificates and other letters are kept here unchanged.')}
        </Empty>
      }
    />
  </>
)
