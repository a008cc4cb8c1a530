import { type Route, handle, type Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { entityRoutes } from './entities/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { documentRoutes } from './record-routes.ts'
import { searchRoutes } from './search/routes.ts'
import { getRecordFile, getRecordImage, getRecordPage, getRecordThumbnail } from '../contract.ts'
import { findFile, findPage, findPageImage, findThumbnail, type KeptFile } from './find-records.ts'

/** Pages, their pictures and the file itself. */
const pageRoutes = ({ files }: Pick<Services, 'files'>): Route[] => {
  const picture = async ({ params, audit }: Pick<Context, 'audit'> & { params: { id: number } }, found: KeptFile) => {
    audit('read', { entity: 'medical record', id: params.id, patient: found.patient })
    return { body: await files.get(found.sha256), filename: found.name, inline: true, etag: found.sha256 }
  }
  return [
    handle(getRecordPage, async (context) => {
      const { params, audit } = context
      const { patient, ...page } = await findPage(context, params.id, params.page)
      audit('read', { entity: 'medical record', id: params.id, patient, change: { page: page.number } })
      return page
    }),
    handle(getRecordImage, async (context) => picture(context, await findPageImage(context, context.params.id, context.params.page))),
    handle(getRecordThumbnail, async (context) => picture(context, await findThumbnail(context, context.params.id))),
    handle(getRecordFile, async (context) => {
      const { params, audit } = context
      const { patient, sha256, name } = await findFile(context, params.id)
      audit('download', { entity: 'medical record', id: params.id, patient })
      // Read through and checked before the first byte goes out; what it is stays unsaid, so that no browser shows it.
      return { body: (await files.open(sha256)).stream(), filename: name }
    }),
  ]
}

/** Documents of patients: what comes in, what is read of it, and what people make of it. */
export const routes = (services: Services): Route[] => [
  ...documentRoutes(services),
  ...pageRoutes(services),
  ...identityRoutes,
  ...entityRoutes,
  ...searchRoutes,
]
