//! Writes the packing of positions into bits, so that authors of games need not: see `zermelo_core::Pack`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Field, Fields, Ident, LitInt, Result, parse_macro_input};

/// Implements `zermelo_core::Pack` for a struct, field by field, or for an enum: the number of the variant
/// and then its fields. All of these are packed in their order, the first most significantly, as
/// `#[derive(Ord)]` compares them.
///
/// An unsigned field that needs fewer bits than its type has may say so: `#[pack(bits = 9)]`. Positions of at
/// most 64 bits are solved fastest.
///
/// ```
/// use zermelo_core::{Pack, packed, unpacked};
///
/// #[derive(Clone, Copy, PartialEq, Debug, Pack)]
/// struct Position {
///     #[pack(bits = 9)]
///     x: u16,
///     #[pack(bits = 9)]
///     o: u16,
/// }
///
/// let p = Position { x: 0b1, o: 0b10 };
/// let key: u64 = packed(&p);
/// assert_eq!(key, 0b1_000000010);
/// assert_eq!(unpacked(key), Some(p));
/// ```
#[proc_macro_derive(Pack, attributes(pack))]
pub fn derive_pack(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// What is written for one list of fields.
struct Packed {
    bits: TokenStream,
    pack: TokenStream,
    unpack: TokenStream,
    /// The fields taken apart, e.g. `{ red: field0, blue: field1 }`.
    pattern: TokenStream,
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "a position to be packed has no type parameters"));
    }
    let name = &input.ident;
    let (bits, pack, unpack) = match &input.data {
        Data::Struct(data) => {
            let Packed { bits, pack, unpack, pattern } = fields(&data.fields)?;
            (bits, quote!(let #name #pattern = self; #pack), quote!(Some(#name #unpack)))
        }
        Data::Enum(data) => variants(name, data)?,
        Data::Union(_) => return Err(Error::new_spanned(name, "a union cannot be packed")),
    };
    let home = home();
    Ok(quote! {
        const _: () = {
            use #home as zermelo_core;

            impl zermelo_core::Pack for #name {
                const BITS: u32 = #bits;

                #[inline]
                fn pack<K: zermelo_core::Key>(&self, to: &mut K) {
                    #pack
                }

                #[inline]
                fn unpack<K: zermelo_core::Key>(from: &mut zermelo_core::Unpacker<K>) -> Option<Self> {
                    #unpack
                }
            }
        };
    })
}

/// Returns where the crate that is being compiled finds the traits. A crate with a game of one's own depends
/// on `zermelo` alone, and macros have no `$crate` to say that with.
fn home() -> TokenStream {
    let directory = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let manifest = std::fs::read_to_string(std::path::Path::new(&directory).join("Cargo.toml"));
    let names_core = manifest.is_ok_and(|manifest| manifest.contains("zermelo-core"));
    if names_core { quote!(::zermelo_core) } else { quote!(::zermelo::core) }
}

/// The number of the variant, its fields, and zeros up to the length of the longest.
fn variants(name: &Ident, data: &syn::DataEnum) -> Result<(TokenStream, TokenStream, TokenStream)> {
    let count = data.variants.len() as u64;
    if count == 0 {
        return Err(Error::new_spanned(name, "an enum without variants cannot be packed"));
    }
    let tag = u64::BITS - (count - 1).leading_zeros();
    let mut longest = quote!(0);
    let mut packs = Vec::new();
    let mut unpacks = Vec::new();
    let parts = data.variants.iter().map(|variant| fields(&variant.fields)).collect::<Result<Vec<_>>>()?;
    for Packed { bits, .. } in &parts {
        longest = quote!(zermelo_core::longer(#longest, #bits));
    }
    for (number, (variant, part)) in (0u64..).zip(data.variants.iter().zip(&parts)) {
        let ident = &variant.ident;
        let Packed { bits, pack, unpack, pattern } = part;
        packs.push(quote! {
            #name::#ident #pattern => {
                to.push(#tag, #number);
                #pack
                to.push_zeros((#longest) - (#bits));
            }
        });
        unpacks.push(quote! {
            #number => {
                let found = #name::#ident #unpack;
                from.take_zeros((#longest) - (#bits))?;
                Some(found)
            }
        });
    }
    let pack = quote!(match self { #(#packs)* });
    let unpack = quote!(match from.take(#tag) { #(#unpacks)* _ => None });
    Ok((quote!(#tag + #longest), pack, unpack))
}

fn fields(fields: &Fields) -> Result<Packed> {
    let mut bits = quote!(0);
    let (mut pack, mut values, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (place, field) in fields.iter().enumerate() {
        let name = format_ident!("field{place}");
        let ty = &field.ty;
        if let Some(width) = narrow_width(field)? {
            bits = quote!(#bits + #width);
            pack.push(quote!(zermelo_core::pack_narrow(*#name, #width, to);));
            values.push(quote!(zermelo_core::unpack_narrow(#width, from)?));
        } else {
            bits = quote!(#bits + <#ty as zermelo_core::Pack>::BITS);
            pack.push(quote!(zermelo_core::Pack::pack(#name, to);));
            values.push(quote!(zermelo_core::Pack::unpack(from)?));
        }
        names.push(name);
    }
    let pack = quote!(#(#pack)*);
    Ok(match fields {
        Fields::Named(named) => {
            let idents: Vec<_> = named.named.iter().map(|field| &field.ident).collect();
            let pattern = quote!({ #(#idents: #names),* });
            Packed { bits, pack, unpack: quote!({ #(#idents: #values),* }), pattern }
        }
        Fields::Unnamed(_) => {
            Packed { bits, pack, unpack: quote!((#(#values),*)), pattern: quote!((#(#names),*)) }
        }
        Fields::Unit => Packed { bits, pack, unpack: quote!(), pattern: quote!() },
    })
}

/// The number in `#[pack(bits = 9)]`.
fn narrow_width(field: &Field) -> Result<Option<u32>> {
    let mut width = None;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("pack")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("bits") {
                return Err(meta.error("only `bits = NUMBER` is known here"));
            }
            let number: LitInt = meta.value()?.parse()?;
            width = Some(number.base10_parse::<u32>()?);
            if !(1..=64).contains(&width.unwrap_or(0)) {
                return Err(Error::new_spanned(number, "a field has 1 to 64 bits"));
            }
            Ok(())
        })?;
    }
    Ok(width)
}
