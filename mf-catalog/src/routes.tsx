import { load, type RouteObject } from '@shop/router'
import { categoriesQuery } from './categories/list-categories'
import { categoryProductsQuery } from './category/list-category-products'
import { categoryQuery } from './category/read-category'
import { featuredQuery } from './home/list-featured'
import { grownList, stayWhileGrowing } from './product-card/grown-list'
import { productQuery } from './product/read-product'
import { productsQuery } from './products/list-products'
import { readFilter } from './products/product-filter'
import { searchQuery, searchWords } from './search/search-products'

type Params = Readonly<Record<string, string | undefined>>

/** Home, products and categories: the pages of the shop window, each with the reads it opens with. */
const routes: RouteObject[] = [
  {
    path: '/',
    loader: load(() => [featuredQuery(), categoriesQuery()]),
    lazy: () => import('./home/home-page'),
  },
  {
    path: '/products',
    loader: load(
      ({ url }) => [productsQuery(1, readFilter(url.searchParams)), categoriesQuery()],
      (args, read) => grownList(args, read, (page) => productsQuery(page, readFilter(args.url.searchParams))),
    ),
    shouldRevalidate: stayWhileGrowing,
    lazy: () => import('./products/products-page'),
  },
  {
    path: '/products/:productSlug',
    handle: { named: ({ productSlug = '' }: Params) => productQuery(productSlug) },
    loader: load(({ params }) => productQuery(params.productSlug ?? '')),
    lazy: () => import('./product/product-page'),
  },
  {
    path: '/categories',
    loader: load(() => categoriesQuery()),
    lazy: () => import('./categories/categories-page'),
  },
  {
    path: '/categories/:categorySlug',
    handle: { named: ({ categorySlug = '' }: Params) => categoryQuery(categorySlug) },
    loader: load(
      ({ params: { categorySlug = '' } }) => [categoryQuery(categorySlug), categoryProductsQuery(categorySlug, 1)],
      (args, read) => grownList(args, read, (page) => categoryProductsQuery(args.params.categorySlug ?? '', page)),
    ),
    shouldRevalidate: stayWhileGrowing,
    lazy: () => import('./category/category-page'),
  },
  {
    path: '/search',
    loader: load(
      ({ url }) => {
        const words = searchWords(url.searchParams.get('q'))
        return words ? searchQuery(words, 1) : []
      },
      async (args, read) => {
        const words = searchWords(args.url.searchParams.get('q'))
        if (words) await grownList(args, read, (page) => searchQuery(words, page))
      },
    ),
    shouldRevalidate: stayWhileGrowing,
    lazy: () => import('./search/search-page'),
  },
]

export default routes
