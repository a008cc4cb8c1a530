import { IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRows } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { InUse } from '#web/ui/in-use.tsx'
import { listLetterTemplates } from '../contract.ts'

const TemplateDialog = lazy(async () => ({ default: (await import('./template-dialog.tsx')).TemplateDialog }))

export type Template = ResponseOf<typeof listLetterTemplates>[number]

/** What letters begin with: added, changed, taken out of use. */
export const LetterTemplates = () => {
  const [opened, setOpened] = useState<Template | 'new' | null>(null)
  return (
    <>
      <div className="row wrap">
        <h2 className="grow">{t('Letter templates')}</h2>
        <AddButton label={t('Add template')} onClick={() => setOpened('new')} />
      </div>
      <DataTable
        label={t('Letter templates')}
        rows={useRows(query(listLetterTemplates))}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        columns={[
          { key: 'name', title: t('Name'), render: ({ name }) => <span className="strong">{name}</span> },
          { key: 'body', title: t('Text'), hideOnPhone: true, render: ({ body }) => <span className="t2 clip">{body}</span> },
          { key: 'state', title: t('Status'), width: 130, render: ({ is_active }) => <InUse active={is_active} /> },
        ]}
        empty={<Empty icon={IconMail} title={t('No templates yet')} />}
      />
      <Suspense>{opened && <TemplateDialog template={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
