export {
  createBrowserRouter,
  createContext as createRouterContext,
  isRouteErrorResponse,
  Link,
  matchRoutes,
  Navigate,
  NavLink,
  Outlet,
  redirect,
  RouterContextProvider,
  ScrollRestoration,
  useActionData,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRouteError,
  type Location,
  type LoaderFunction,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom'
export { RouterProvider } from './router-provider'
export { useSearchParams } from './search-params'
export { useBackCloses } from './use-back-closes'
export { crumbsAt, type PageCrumb } from './breadcrumbs'
export { loadCode } from './load-code'
export { logFailure } from './log-failure'
export { reportUncaughtErrors } from './report-failure'
export { defineRoutes, lazyAction, subjectRoute } from './define-routes'
export { isPageHandle, type PathParams, type ShopRoute, type SitemapEntry, type SubjectHead } from './page'
export {
  FragmentContext,
  type FragmentHost,
  type FragmentName,
  type FragmentProps,
  type Fragments,
  type LoadFragment,
} from './fragments'
