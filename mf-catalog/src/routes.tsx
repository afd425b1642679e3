import type { RouteObject } from '@shop/router'
import { stockAnswerIn } from '@shop/forms/stock-answer'
import { createLoader, type LoadArgs, type AppQuery } from '@shop/supabase'
import { categoriesQuery } from './categories/list-categories'
import { categoryListQuery } from './category/list-category-products'
import { categoryQuery } from './category/read-category'
import { featuredQuery } from './home/list-featured'
import type { ProductsPage } from './product-card/card-product'
import { grownList, pagesDrawn, pagesParam, stayWhileGrowing } from './product-card/grown-list'
import { productQuery } from './product/read-product'
import { productsQuery } from './products/list-products'
import { brandsQuery } from './products/list-brands'
import {
  allProducts,
  filterParams,
  listOfCategory,
  readFilterOf,
  type ListPlace,
  type ProductFilter,
} from './products/product-filter'
import { searchQuery, searchWords } from './search/search-products'

type Params = Readonly<Record<string, string | undefined>>

/** The filter in the address of a loader's list. */
function filterAt(place: ListPlace, { url }: LoadArgs): ProductFilter {
  return readFilterOf(place, url.searchParams)
}

/** A page of the list of a loader's category. */
function pageOfCategory(args: LoadArgs, page: number): AppQuery<ProductsPage> {
  const { categorySlug = '' } = args.params
  return categoryListQuery(categorySlug, page, filterAt(listOfCategory(categorySlug), args))
}

/** Adds how far a list has grown to what its page reads of its address: one name for all addresses that mean the same. */
function withPages(read: URLSearchParams, params: URLSearchParams): URLSearchParams {
  const pages = pagesDrawn(params)
  if (pages > 1) read.set(pagesParam, String(pages))
  return read
}

/** What the page of a list reads of its address. */
const readOfList = (place: ListPlace) => (params: URLSearchParams) =>
  withPages(filterParams(readFilterOf(place, params)), params)

/** What a search's page reads of its address. */
function readOfSearch(params: URLSearchParams): URLSearchParams {
  const words = searchWords(params.get('q'))
  return words ? withPages(new URLSearchParams({ q: words }), params) : new URLSearchParams()
}

/** What a product's page reads of its address: how a form that was sent without scripts ended. */
function readOfProduct(params: URLSearchParams): URLSearchParams {
  const answer = stockAnswerIn(params)
  return new URLSearchParams(answer ? { asked: answer } : {})
}

// The pages of lists are one file: most of each is what the others need too.

/** Home, products and categories: the pages of the shop window, each with the reads it opens with. */
const routes: RouteObject[] = [
  {
    path: '/',
    loader: createLoader(() => [featuredQuery(), categoriesQuery()]),
    lazy: () => import('./home/home-page'),
  },
  {
    path: '/products',
    handle: { reads: readOfList(allProducts) },
    loader: createLoader(
      (args) => [productsQuery(1, filterAt(allProducts, args)), categoriesQuery(), brandsQuery(null)],
      (args, read) => grownList(args, read, (page) => productsQuery(page, filterAt(allProducts, args))),
    ),
    shouldRevalidate: stayWhileGrowing,
    lazy: () => import(/* webpackChunkName: "lists" */ './products/products-page'),
  },
  {
    path: '/products/:productSlug',
    handle: { named: ({ productSlug = '' }: Params) => productQuery(productSlug), reads: readOfProduct },
    loader: createLoader(({ params }) => productQuery(params.productSlug ?? '')),
    lazy: () => import('./product/product-page'),
  },
  {
    path: '/categories',
    loader: createLoader(() => categoriesQuery()),
    lazy: () => import('./categories/categories-page'),
  },
  {
    path: '/categories/:categorySlug',
    handle: {
      named: ({ categorySlug = '' }: Params) => categoryQuery(categorySlug),
      reads: readOfList(listOfCategory('')),
    },
    loader: createLoader(
      (args) => [
        categoryQuery(args.params.categorySlug ?? ''),
        pageOfCategory(args, 1),
        brandsQuery(args.params.categorySlug ?? ''),
      ],
      (args, read) => grownList(args, read, (page) => pageOfCategory(args, page)),
    ),
    shouldRevalidate: stayWhileGrowing,
    lazy: () => import(/* webpackChunkName: "lists" */ './category/category-page'),
  },
  {
    path: '/search',
    handle: { reads: readOfSearch },
    loader: createLoader(
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
    lazy: () => import(/* webpackChunkName: "lists" */ './search/search-page'),
  },
  { path: '/wishlist', handle: { personal: true }, lazy: () => import('./wishlist/wishlist-page') },
]

export default routes
