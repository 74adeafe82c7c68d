#define _GNU_SOURCE

#include "CBindingInspector.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// In Swift's standard library.
extern char *swift_demangle(const char *name, size_t length, char *output, size_t *size, unsigned int flags);

// Whether a part of a file is within it.
static int is_within(size_t offset, size_t length, size_t size) { return offset <= size && length <= size - offset; }

// The name of the function at an address, in the symbols of its file; NULL if these do not have it.
static const char *find(const char *file, size_t size, const Dl_info *info, const void *address) {
    const ElfW(Ehdr) *header = (const void *)file;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return NULL;
    if (!is_within(header->e_shoff, (size_t)header->e_shnum * sizeof(ElfW(Shdr)), size)) return NULL;
    size_t value = (size_t)address - (header->e_type == ET_EXEC ? 0 : (size_t)info->dli_fbase);
    const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
    for (int index = 0; index < header->e_shnum; index++) {
        const ElfW(Shdr) *table = &sections[index];
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
        const ElfW(Shdr) *names = &sections[table->sh_link];
        if (!is_within(table->sh_offset, table->sh_size, size) || !is_within(names->sh_offset, names->sh_size, size)) continue;
        const ElfW(Sym) *symbols = (const void *)(file + table->sh_offset);
        for (size_t number = 0; number < table->sh_size / sizeof *symbols; number++) {
            const ElfW(Sym) *symbol = &symbols[number];
            if (symbol->st_value != value || (symbol->st_info & 0xf) != STT_FUNC || symbol->st_name >= names->sh_size) continue;
            const char *name = file + names->sh_offset + symbol->st_name;
            return memchr(name, 0, names->sh_size - symbol->st_name) ? name : NULL;
        }
    }
    return NULL;
}

char *binding_inspector_function_name(const void *address) {
    Dl_info info;
    const char *path;
    struct stat status;
    char *name = NULL;
    if (!dladdr(address, &info) || !info.dli_fname) return NULL;
    // That of the program may be relative to another folder by now.
    path = access(info.dli_fname, R_OK) == 0 && strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        size_t size = (size_t)status.st_size;
        void *content = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (content != MAP_FAILED) {
            const char *found = find(content, size, &info, address);
            if (found) name = swift_demangle(found, strlen(found), NULL, NULL, 0);
            munmap(content, size);
        }
    }
    close(file);
    return name;
}
