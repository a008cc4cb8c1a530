import type { Route } from '#platform/http/handle.ts'
import { itemRoutes } from './item-routes.ts'
import { ledgerRoutes } from './ledger-routes.ts'
import { packRoutes } from './pack-routes.ts'
import { onHandRoutes } from './stock-routes.ts'
import { storeRoutes } from './store-routes.ts'
import { useRoutes } from './use-by-week.ts'

/** What is kept where and how, what lies there and what became of it. */
export const readingRoutes: Route[] = [...storeRoutes, ...itemRoutes, ...packRoutes, ...onHandRoutes, ...ledgerRoutes, ...useRoutes]
